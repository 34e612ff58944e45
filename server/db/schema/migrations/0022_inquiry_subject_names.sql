-- Names that customers read as topics; the codes stay. The previous version reads the names from here, too.

update inquiry_subjects set name = '작품' where code = 'contents';
update inquiry_subjects set name = '의견·제안' where code = 'inquiry';
update inquiry_subjects set name = '제휴·채용·취재' where code = 'team';
