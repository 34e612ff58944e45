import {
  categoryNameLength,
  studio_categories as calls,
  type StudioCategory,
} from '#contract/contents/staff/categories.ts'
import { apiRequest } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { categoriesMessages as messages } from './messages.ko.ts'
import { editOptions } from './queries.ts'

/** Renames a category, or makes one. */
export const openCategoryDialog = (category: StudioCategory | null) => {
  const label = category ? messages.rename_of(category.name) : messages.add
  return dialogs.open<null>({ label }, (close) => (
    <StaffQueryProvider>
      <CategoryForm category={category} label={label} onDone={() => close(null)} />
    </StaffQueryProvider>
  ))
}

function CategoryForm({
  category,
  label,
  onDone,
}: {
  category: StudioCategory | null
  label: string
  onDone: () => void
}) {
  const { field, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.createCategory,
    {
      ...editOptions,
      defaultValues: { name: category?.name ?? '' },
      labels: { name: messages.name },
      toast: messages.saved,
      onSuccess: onDone,
      send: (body) =>
        category
          ? apiRequest(calls.updateCategory, {
              params: { id: category.id },
              body: { version: category.version, ...body },
            })
          : apiRequest(calls.createCategory, { body }),
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={label}
        actions={
          <>
            <Button onClick={onDone}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
              {messages.save}
            </Button>
          </>
        }
      >
        <TextField
          label={messages.name}
          required
          maxLength={categoryNameLength.max}
          autoComplete="off"
          {...field('name')}
        />
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
