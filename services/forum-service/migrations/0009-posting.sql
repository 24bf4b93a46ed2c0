-- Without a key each post has a poster of its own: a number that is shown twice would confirm a guessed e-mail address.

-- Null for such a poster, which no other post joins.
alter table posters alter column identity drop not null;

-- An HMAC of e-mail address, name and sender as they were claimed without a key, so that `hold new` knows who has posted
-- before. No index makes it unique.
alter table posters add column claim bytea check (octet_length(claim) = 32);

-- Until now such an HMAC was an identity. Those of other posters match no claim.
update posters set claim = identity;

create index posters_by_claim on posters (forum_id, claim) where claim is not null;

-- Whether texts show images, sound and video of other sites, or link to them.
alter table forums add column foreign_images boolean not null default true;
