-- outside a transaction
-- Several codes of one person are open at once: a stranger who asks for one does not replace its owner's.
drop index concurrently superhuggg_code_open;
