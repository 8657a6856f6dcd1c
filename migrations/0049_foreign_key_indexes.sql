-- What is looked up, or held, by these when the row they refer to goes.
create index printable_template_id on printable (template_id);
create index superhuggg_code_recipient on superhuggg_code (recipient_id);
create index superhuggg_code_superhuggg on superhuggg_code (superhuggg_id);
