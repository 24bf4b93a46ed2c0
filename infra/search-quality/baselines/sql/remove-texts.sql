delete from baseline_texts t where t.tenant_id = $1 and t.document_id = any($2)
