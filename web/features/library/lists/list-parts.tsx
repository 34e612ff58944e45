import { type WorkList, lists } from '#contract/watch-history/lists.ts'
import { listNameLength } from '#contract/watch-history/list-limits.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { listMessages as messages } from './messages.ko.ts'
import { listKeys } from '#web/features/library/query-keys.ts'

/** Creates a list, with a work if one is named. */
export function CreateListForm({
  series_id,
  onCreated,
}: {
  series_id?: number
  onCreated?: (list: WorkList) => void
}) {
  const { form, field, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    lists.createList,
    {
      defaultValues: { name: '', ...(series_id !== undefined && { series_id }) },
      labels: { name: messages.name },
      invalidates: [listKeys.all],
      onSuccess(list) {
        form.reset()
        onCreated?.(list)
      },
    },
  )
  return (
    <form noValidate onSubmit={submit} className="max-w-xl">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={messages.create_title}
            placeholder={messages.name}
            maxLength={listNameLength.max}
            autoComplete="off"
            {...field('name')}
          />
        </div>
        {/* Beside the field, below its label. */}
        <Button
          type="submit"
          busy={isSubmitting}
          incomplete={isIncomplete}
          className="mt-7 min-h-12 shrink-0"
        >
          {messages.create}
        </Button>
      </div>
      <FormAlert className="mt-3">{formError}</FormAlert>
    </form>
  )
}

/** Up to four posters side by side. */
export const ListCover = ({ posters }: Pick<WorkList, 'posters'>) => (
  <span className="flex aspect-8/3 overflow-hidden rounded-card bg-surface-raised shadow-card">
    {posters.map(({ url, color }, index) => (
      <span key={index} className="h-full w-1/4" style={{ backgroundColor: color }}>
        {url && (
          <img
            src={imageUrlAtWidth(url, 'poster', 160)}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </span>
    ))}
  </span>
)
