-- Search of tenants whose index no process holds: their words, and an index of their documents by words.

alter table search_tenants
  -- Documents that everyone may find, and the words in them.
  add column visible integer not null default 0,
  add column visible_words bigint not null default 0,
  -- Bytes that the documents take in the memory of a service, as it estimates them.
  add column memory bigint not null default 0,
  -- Rows in search_words.
  add column words integer not null default 0;

-- Hashes of the stems of all words, and of those of the title (rows/word-keys.ts). Null: search_words does not count the
-- document yet.
alter table search_documents add column keys integer[];
alter table search_documents alter column keys set storage external;

-- The pending list makes writes faster. It is short because every search reads all of it.
create index search_documents_by_key on search_documents using gin (keys)
  with (fastupdate = on, gin_pending_list_limit = 512);

create index search_documents_uncounted on search_documents (tenant_id) where keys is null and words is not null;

-- The words of a tenant's documents. Counts change with every document, so no index has them.
create table search_words (
  tenant_id bigint not null,
  -- As documents spell it (memory/indexed-words.ts): the form, and after a tab what else there is.
  spelling text collate "C" not null,
  -- Hashes of what finds it: stems, folded letters, and parts by which words are found that are nearly the same.
  keys integer[] not null,
  -- Documents that have it: those that everyone may find, and hidden ones.
  documents integer not null,
  hidden integer not null,
  primary key (tenant_id, spelling)
) with (fillfactor = 70);

create index search_words_by_key on search_words using gin (keys) with (fastupdate = off);
create index search_words_by_end on search_words (tenant_id, (reverse(split_part(spelling, E'\t', 1))) collate "C");
