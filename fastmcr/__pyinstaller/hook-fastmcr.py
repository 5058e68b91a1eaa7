"""Make every module and data file of fastmcr part of a frozen program; optional packages come if it imports them."""

from PyInstaller.utils.hooks import collect_data_files  # type: ignore[import-untyped,import-not-found,unused-ignore]

from fastmcr.__pyinstaller import modules

hiddenimports = modules()
datas = collect_data_files("fastmcr")
