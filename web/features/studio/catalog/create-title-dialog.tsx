import type { AgeCode } from '#contract/contents/contents.ts'
import { studio_catalogue } from '#contract/studio/catalogue.ts'
import type { StudioWork } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { initialFocusRef } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { useState } from 'react'
import { CategoryPicker } from './fields/option-pickers.tsx'

const messages = studioCatalogMessages.create

/**
 * Asks for a title's required fields and creates it.
 * @returns the title, or undefined if dismissed.
 */
export const openCreateTitleDialog = () =>
  dialogs.open<StudioWork>({ label: messages.title }, (close) => (
    <StaffQueryProvider>
      <CreateTitleForm close={close} />
    </StaffQueryProvider>
  ))

function CreateTitleForm({ close }: { close: (work: StudioWork) => void }) {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<'series' | 'film'>('series')
  const [age_rating, setAge] = useState<AgeCode>('ALL')
  const [category_ids, setCategories] = useState<number[]>([])
  const creation = useApiMutation(studio_catalogue.createWork, {
    errors: 'inline',
    onSuccess: close,
  })
  const missing = useMissingFields({ title: title.trim() === '' ? messages.name : null })
  const create = () =>
    creation.submit({ body: { title, is_series: kind === 'series', age_rating, category_ids } })
  return (
    <form noValidate onSubmit={missing.onSubmit(create)}>
      <DialogBody
        title={messages.title}
        actions={
          <Button
            type="submit"
            variant="primary"
            busy={creation.isPending}
            incomplete={missing.isIncomplete}
          >
            {messages.done}
          </Button>
        }
        onClose={() => dialogs.closeAll()}
      >
        <p className="mb-4 text-sm">{messages.detail}</p>
        <TextField
          ref={initialFocusRef}
          label={messages.name}
          required
          error={missing.errorOf('title')}
          value={title}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={messages.kind}
            value={kind}
            onChange={({ target }) => setKind(target.value as 'series' | 'film')}
          >
            {Object.entries(studioCatalogMessages.kinds).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={messages.age}
            value={age_rating}
            onChange={({ target }) => setAge(target.value as AgeCode)}
          >
            {Object.entries(studioCatalogMessages.ages).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <CategoryPicker value={category_ids} onChange={setCategories} />
        <FormAlert>{creation.formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
