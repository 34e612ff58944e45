import {
  studio_categories as calls,
  type StudioCategory,
  type StudioSettings,
} from '#contract/contents/staff/categories.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { type PickedWork, WorkPicker } from '#web/features/studio/home-curation/row-dialog.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert, SelectField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { categoriesMessages } from './messages.ko.ts'
import { editOptions, settingsQuery } from './queries.ts'

const messages = categoriesMessages.settings

/** The categories and the series that home shows by id. */
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
  const { control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.setSettings,
    {
      ...editOptions,
      defaultValues: { ...defaultValues, curation_series_id: curation?.series_id ?? null },
      errorMessages: (_, code) => (code === 'invalid_choice' ? messages.invalid : undefined),
      toast: categoriesMessages.saved,
    },
  )
  const korean = control('korean_category_id')
  const abroad = control('abroad_category_id')
  const series = control('curation_series_id')
  return (
    <form noValidate onSubmit={submit}>
      {[[messages.korean, korean] as const, [messages.abroad, abroad] as const].map(
        ([label, { value, error, onValue }]) => (
          <SelectField
            key={label}
            label={label}
            value={value ?? ''}
            error={error}
            onChange={({ target }) => onValue(Number(target.value))}
          >
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ),
      )}
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
