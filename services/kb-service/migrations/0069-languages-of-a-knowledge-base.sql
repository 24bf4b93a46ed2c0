-- Finds the languages of a knowledge base, the main one with them.
create index languages_of_knowledge_base on knowledge_bases (main_id);
