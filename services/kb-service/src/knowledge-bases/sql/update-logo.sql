-- Writes only if something differs.
update knowledge_bases k
set logo_file_id = $2, logo_width = $3, logo_height = $4
where k.id = $1 and (k.logo_file_id, k.logo_width, k.logo_height) is distinct from ($2, $3, $4)
returning k.id
