import type { AgeCode } from '#contract/contents/contents.ts'
import { studio_catalogue } from '#contract/studio/catalogue.ts'
import { type StudioWork, type WorkFields, workFields } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/form-controls.tsx'
import type { ReactNode } from 'react'
import { EditForm } from './editing/edit-form.tsx'
import { PeopleField } from './fields/people-field.tsx'
import { CategoryPicker, DescriptorPicker } from './fields/option-pickers.tsx'
import { CountriesField } from './fields/countries-field.tsx'
import { ImageField } from './fields/image-field.tsx'
import { ScheduleField } from './fields/schedule-field.tsx'
import { useEditSession } from './editing/use-edit-session.ts'

const messages = studioCatalogMessages.form
const labels = studioCatalogMessages.fields as Readonly<Record<keyof WorkFields, string>>
const names = Object.keys(workFields) as (keyof WorkFields)[]

/** Edits a title, except for its seasons. */
export function TitleForm({
  work,
  onDirty,
}: {
  work: StudioWork
  onDirty: (isDirty: boolean) => void
}) {
  const params = { id: work.id }
  const edit = useEditSession<WorkFields>({
    work_id: work.id,
    subject: { kind: 'series', id: work.id },
    current: work,
    fields: names,
    send: (version, changes) =>
      apiRequest(studio_catalogue.updateWork, { params, body: { version, changes } }),
    rowOf: (now) => now,
  })
  const { values, set, errors } = edit
  return (
    <EditForm edit={edit} onDirty={onDirty}>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-8">
          <Group title={messages.basics}>
            <TextField
              label={labels.title}
              value={values.title}
              maxLength={200}
              required
              error={errors['title']}
              onChange={({ target }) => set('title', target.value)}
            />
            <TextField
              label={labels.title_original}
              value={values.title_original ?? ''}
              maxLength={300}
              error={errors['title_original']}
              onChange={({ target }) => set('title_original', target.value || null)}
            />
            <TextArea
              label={labels.synopsis}
              value={values.synopsis}
              maxLength={5_000}
              used={values.synopsis.length}
              error={errors['synopsis']}
              onChange={({ target }) => set('synopsis', target.value)}
            />
            <CategoryPicker
              value={values.category_ids}
              error={errors['category_ids']}
              onChange={(ids) => set('category_ids', ids)}
            />
            <CountriesField
              value={values.countries}
              error={errors['countries']}
              onChange={(countries) => set('countries', countries)}
            />
            <div className="grid gap-x-4 sm:grid-cols-2">
              <SelectField
                label={labels.age_rating}
                value={values.age_rating}
                error={errors['age_rating']}
                onChange={({ target }) => set('age_rating', target.value as AgeCode)}
              >
                {Object.entries(studioCatalogMessages.ages).map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                type="date"
                label={labels.released_on}
                hint={messages.released_hint}
                value={values.released_on ?? ''}
                error={errors['released_on']}
                onChange={({ target }) => set('released_on', target.value || null)}
              />
            </div>
            <DescriptorPicker
              value={values.descriptors}
              error={errors['descriptors']}
              onChange={(list) => set('descriptors', list)}
            />
            {work.is_series && (
              <Checkbox
                label={messages.completed}
                checked={values.is_completed}
                onChange={({ target }) => set('is_completed', target.checked)}
              />
            )}
            <Checkbox
              label={messages.dubbed}
              checked={values.is_dubbed}
              onChange={({ target }) => set('is_dubbed', target.checked)}
            />
          </Group>
          <Group title={messages.people}>
            <PeopleField
              value={values.people}
              error={errors['people']}
              onChange={(people) => set('people', people)}
            />
          </Group>
        </div>
        <div className="space-y-8">
          <ScheduleField
            key={`${edit.formKey} ${edit.base.publish_at} ${edit.base.unpublish_at}`}
            value={values}
            isWaiting={work.state === 'scheduled'}
            errors={errors}
            onChange={(change) => {
              for (const [field, value] of Object.entries(change))
                set(field as 'publish_at', value as string | null)
            }}
          />
          <Group title={messages.pictures}>
            <div className="flex flex-wrap gap-x-8 gap-y-5">
              <ImageField
                kind="poster"
                value={values.poster}
                onChange={(picture) => set('poster', picture)}
              />
              <ImageField
                kind="backdrop"
                value={values.backdrop}
                onChange={(picture) => set('backdrop', picture)}
              />
            </div>
          </Group>
        </div>
      </div>
    </EditForm>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 border-b border-border pb-2 text-base font-bold">{title}</h2>
      <div className="space-y-3">{children}</div>
    </section>
  )
}
