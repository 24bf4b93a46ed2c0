select slug from forums where host = $1 and host <> ''
