import { ageCodes } from '#contract/core/constants.ts'
import { workKinds } from '#contract/studio/analytics.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import type { StudioWork } from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert, SelectField, TextField, Options } from '#web/ui/forms/form-controls.tsx'
import { withInitialFocus } from '#web/ui/dialog/dialog.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { CategoryPicker } from './fields/option-pickers.tsx'

const messages = studioCatalogMessages.create

/**
 * Asks for a work's required fields and creates it.
 * @returns the work, or undefined if dismissed.
 */
export const openCreateWorkDialog = () =>
  dialogs.open<StudioWork>({ label: messages.title }, (close) => (
    <StaffQueryProvider>
      <CreateWorkForm close={close} />
    </StaffQueryProvider>
  ))

function CreateWorkForm({ close }: { close: (work: StudioWork) => void }) {
  const { field, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    studio_catalogue.createWork,
    {
      defaultValues: { title: '', is_series: true, age_rating: 'ALL', category_ids: [] },
      labels: { title: messages.name },
      onSuccess: close,
    },
  )
  const kind = control('is_series')
  const categories = control('category_ids')
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={messages.title}
        actions={
          <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
            {messages.done}
          </Button>
        }
        onClose={() => dialogs.closeAll()}
      >
        <p className="mb-4 text-sm">{messages.detail}</p>
        <TextField
          label={messages.name}
          required
          maxLength={200}
          autoComplete="off"
          {...withInitialFocus(field('title'))}
        />
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={messages.kind}
            value={kind.value ? 'series' : 'film'}
            onChange={({ target }) => kind.onValue(target.value === 'series')}
          >
            <Options values={workKinds} names={studioCatalogMessages.kinds} />
          </SelectField>
          <SelectField label={messages.age} {...field('age_rating')}>
            <Options values={ageCodes} names={studioCatalogMessages.ages} />
          </SelectField>
        </div>
        <CategoryPicker value={categories.value ?? []} onChange={categories.onValue} />
        <FormAlert>{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
