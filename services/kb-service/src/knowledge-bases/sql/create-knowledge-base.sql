insert into knowledge_bases (host, name, organization_name, language, access)
values ($1, $2, $3, $4, $5)
returning id
