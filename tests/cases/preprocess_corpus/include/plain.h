plain text VALUE
