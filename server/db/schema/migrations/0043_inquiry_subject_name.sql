-- The name that the specification gives the subject; the code stays. The previous version reads the name from here, too.

update inquiry_subjects set name = '문의·제안' where code = 'inquiry' and name = '의견·제안';
