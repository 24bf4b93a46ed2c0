-- Writes only if something differs; null leaves a property unchanged.
update knowledge_bases k
set name = coalesce($2, k.name),
  organization_name = coalesce($3, k.organization_name),
  language = coalesce($4, k.language),
  access = coalesce($5, k.access),
  accent_color = coalesce($6, k.accent_color)
where k.id = $1
  and (k.name, k.organization_name, k.language, k.access, k.accent_color)
    is distinct from (
      coalesce($2, k.name),
      coalesce($3, k.organization_name),
      coalesce($4, k.language),
      coalesce($5, k.access),
      coalesce($6, k.accent_color)
    )
returning k.id
