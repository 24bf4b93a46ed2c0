-- People who follow both dialogs keep the row of $3; that of $2 is deleted with the dialog. $1 forum
with telling as (
  update new_answers set dialog_id = $3 where forum_id = $1 and dialog_id = $2
)
update followers f
set dialog_id = $3
where f.forum_id = $1 and f.dialog_id = $2
  and not exists (
    select from followers o where o.forum_id = $1 and o.dialog_id = $3 and o.person = f.person
  )
