-- Titles and names in the order of a tenant's language, numbers by value. The list is that of packages/i18n/src/text-order.ts.
do $$
declare
  code text;
begin
  -- Older versions of ICU do not know some of the languages, and sort them as root.
  if exists (select from pg_settings where name = 'icu_validation_level') then
    perform set_config('icu_validation_level', 'disabled', true);
  end if;
  create collation if not exists order_root (provider = icu, locale = 'und-u-kn-true');
  foreach code in array string_to_array(
    'af am ar as az be bg bn bo br bs cs cy da ee el eo es et fa fi fil fo fy gl gu ha he hi hr hu hy ig is ja ka kk '
    'kl km kn ko ku ky ln lo lt lv mk ml mn mr mt my nb ne om or pa pl ps ro ru se si sk sl sq sr sv ta te th tk tn '
    'to tr ug uk ur uz vi wo yi yo zh', ' ')
  loop
    execute format('create collation if not exists %I (provider = icu, locale = %L)', 'order_' || code, code || '-u-kn-true');
  end loop;
end
$$;
