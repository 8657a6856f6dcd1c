-- What an HR system calls someone's status, where it is no word that we know: they get nothing new until their admin knows of it.
alter table linked_employee add column status_word text;
