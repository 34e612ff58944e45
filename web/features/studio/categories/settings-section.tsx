import {
  homeTitleLength,
  maxHeaderCategories,
  studio_categories as calls,
  type StudioCategory,
  type StudioSettings,
} from '#contract/contents/staff/categories.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { type PickedWork, WorkPicker } from '#web/features/studio/home-curation/row-dialog.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert, SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { categoriesMessages } from './messages.ko.ts'
import { editOptions, settingsQuery } from './queries.ts'

const messages = categoriesMessages.settings

/** Puts a category at a place of the header, and removes it from its other place. @param id 0 for none */
const withLink = (ids: readonly number[], place: number, id: number): number[] =>
  ids
    .map((other) => (other === id ? 0 : other))
    .toSpliced(place, 1, id)
    .filter((other) => other > 0)

/** The categories and the series that the header and home show by id. */
export function SettingsSection({ categories }: { categories: readonly StudioCategory[] }) {
  const query = useQuery(settingsQuery)
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12 max-w-xl">
      <h2 id={id} className="text-lg font-bold">
        {messages.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.note}</p>
      <QueryContent query={query} skeletonRows={3}>
        {(settings) => (
          <SettingsForm key={settings.version} settings={settings} categories={categories} />
        )}
      </QueryContent>
    </section>
  )
}

function SettingsForm({
  settings,
  categories,
}: {
  settings: StudioSettings
  categories: readonly StudioCategory[]
}) {
  const { curation, ...defaultValues } = settings
  const [works, setWorks] = useState<PickedWork[]>(curation ? [curation] : [])
  const { control, field, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.setSettings,
    {
      ...editOptions,
      defaultValues: { ...defaultValues, curation_series_id: curation?.series_id ?? null },
      errorMessages: (_, code) => (code === 'invalid_choice' ? messages.invalid : undefined),
      toast: categoriesMessages.saved,
    },
  )
  const header = control('header_category_ids')
  const series = control('curation_series_id')
  const options = categories.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  return (
    <form noValidate onSubmit={submit}>
      {(['korean', 'abroad'] as const).map((row) => {
        const { value, error, onValue } = control(`${row}_category_id`)
        return (
          <Fragment key={row}>
            <SelectField
              label={messages[row]}
              value={value ?? ''}
              error={error}
              onChange={({ target }) => onValue(Number(target.value))}
            >
              {options}
            </SelectField>
            <TextField
              label={messages[`${row}_title`]}
              required
              maxLength={homeTitleLength.max}
              autoComplete="off"
              {...field(`${row}_title`)}
            />
          </Fragment>
        )
      })}
      <div className="grid gap-x-4 sm:grid-cols-3">
        {Array.from({ length: maxHeaderCategories }, (_, index) => (
          <SelectField
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={messages.header(index + 1)}
            value={header.value?.[index] ?? ''}
            error={header.error}
            onChange={({ target }) =>
              header.onValue(withLink(header.value ?? [], index, Number(target.value)))
            }
          >
            <option value="">{messages.no_link}</option>
            {options}
          </SelectField>
        ))}
      </div>
      <WorkPicker
        label={messages.curation}
        value={works}
        max={1}
        error={series.error}
        create={(work) => work}
        onChange={(picked) => {
          setWorks(picked)
          series.onValue(picked[0]?.series_id ?? null)
        }}
      />
      <FormAlert className="mb-3">{formError}</FormAlert>
      <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
        {categoriesMessages.save}
      </Button>
    </form>
  )
}
