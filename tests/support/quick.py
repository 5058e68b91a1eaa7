"""The files of ``-m quick``: each room is looked at, in less than a minute on two cores once kernels are compiled.

`test_docs` holds the list to what is there. What takes longer, or starts many processes, is left to the whole suite.
"""

QUICK = {
    "test_analysis",
    "test_arrays",
    "test_csv_files",
    "test_display",
    "test_docs",
    "test_fans",
    "test_golden",
    "test_hand",
    "test_kernel_stamp",
    "test_match",
    "test_notation",
    "test_npy",
    "test_package",
    "test_play",
    "test_play_faces",
    "test_records_botzone",
    "test_records_reading",
    "test_records_text",
    "test_rules",
    "test_score_batch",
    "test_scoring",
    "test_settlement",
    "test_stub",
    "test_tiles",
}
