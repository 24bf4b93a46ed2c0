select stored_bytes as bytes from accounts where id = $1
