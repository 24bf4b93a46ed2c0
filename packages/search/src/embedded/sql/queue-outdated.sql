-- Queues documents whose words are from an earlier version of the analysis than $1. Those that are queued stay so.
insert into search_queue (tenant_id, document_id)
select d.tenant_id, d.document_id
from search_documents d
where d.analysis < $1 and d.words is not null
order by d.tenant_id, d.document_id
on conflict (tenant_id, document_id) do nothing
