alter table huggg validate constraint huggg_parts;
