select exists (select from files f where f.bytes is not null) as waiting
