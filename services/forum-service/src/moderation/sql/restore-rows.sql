-- Puts rows of the table $3 back, with the columns in $4.
select restore_deleted_rows($1, $2, $3, $4)
