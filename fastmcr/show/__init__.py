"""Values as people read them: text, tables, HTML and plain data. No value knows its printer."""
