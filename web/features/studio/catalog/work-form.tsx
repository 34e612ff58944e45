import { ageCodes, type AgeCode } from '#contract/contents/contents.ts'
import {
  roles,
  studio_catalogue,
  type StudioWork,
  type WorkFields,
  workFields,
  type StudioPerson,
} from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { apiRequest, call } from '#web/api/client.ts'
import { DateField } from '#web/features/studio/common/value-fields.tsx'
import {
  Checkbox,
  SelectField,
  TextArea,
  TextField,
  Options,
} from '#web/ui/forms/form-controls.tsx'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { EditForm } from './editing/edit-form.tsx'
import { CategoryPicker, DescriptorPicker, CountriesField } from './fields/option-pickers.tsx'
import { ImageField } from './fields/image-field.tsx'
import { ScheduleField } from './fields/schedule-field.tsx'
import { useEditSession, type Edit } from './editing/use-edit-session.ts'
import { Button } from '#web/ui/base/button.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { useQuery } from '@tanstack/react-query'

// Uploads load with the panel, which other fields do not wait for.
const TrailerPanel = lazyOrNothing(() =>
  import('./fields/trailer-panel.tsx').then((module) => module.TrailerPanel),
)

const peopleMessages = studioCatalogMessages.people

const messages = studioCatalogMessages.form
const labels = studioCatalogMessages.fields as Readonly<Record<keyof WorkFields, string>>
const names = Object.keys(workFields) as (keyof WorkFields)[]

/** Edits a work, except for its seasons. */
export function WorkForm({
  work,
  onDirty,
}: {
  work: StudioWork
  onDirty: (form: string, isDirty: boolean) => void
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
  const { values, change, errors } = edit
  return (
    <EditForm edit={edit} onDirty={onDirty}>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-8">
          <Group title={messages.basics}>
            <BasicFields edit={edit} isSeries={work.is_series} />
          </Group>
          <Group title={messages.people}>
            <PeopleField
              value={values.people}
              error={errors['people']}
              onChange={(people) => change({ people: people })}
            />
          </Group>
        </div>
        <div className="space-y-8">
          <ScheduleField edit={edit} isWaiting={work.state === 'scheduled'} />
          <Group title={messages.licence}>
            <LicenceFields edit={edit} />
          </Group>
          <Group title={messages.pictures}>
            <div className="flex flex-wrap gap-x-8 gap-y-5">
              <ImageField
                kind="poster"
                value={values.poster}
                onChange={(picture) => change({ poster: picture })}
              />
              <ImageField
                kind="backdrop"
                value={values.backdrop}
                onChange={(picture) => change({ backdrop: picture })}
              />
            </div>
          </Group>
          <Group title={studioCatalogMessages.trailer.title}>
            <Suspense>
              <TrailerPanel work={work} />
            </Suspense>
          </Group>
        </div>
      </div>
    </EditForm>
  )
}

function BasicFields({
  edit: { values, change, errors },
  isSeries,
}: {
  edit: Edit<WorkFields>
  isSeries: boolean
}) {
  return (
    <>
      <TextField
        label={labels.title}
        value={values.title}
        maxLength={200}
        required
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label={labels.title_original}
        value={values.title_original ?? ''}
        maxLength={300}
        error={errors['title_original']}
        onChange={({ target }) => change({ title_original: target.value || null })}
      />
      <TextArea
        label={labels.synopsis}
        value={values.synopsis}
        maxLength={5_000}
        counted={values.synopsis}
        error={errors['synopsis']}
        onChange={({ target }) => change({ synopsis: target.value })}
      />
      <CategoryPicker
        value={values.category_ids}
        error={errors['category_ids']}
        onChange={(ids) => change({ category_ids: ids })}
      />
      <CountriesField
        value={values.countries}
        error={errors['countries']}
        onChange={(countries) => change({ countries: countries })}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label={labels.age_rating}
          value={values.age_rating}
          error={errors['age_rating']}
          onChange={({ target }) => change({ age_rating: target.value as AgeCode })}
        >
          <Options values={ageCodes} names={studioCatalogMessages.ages} />
        </SelectField>
        <DateField
          label={labels.released_on}
          hint={messages.released_hint}
          value={values.released_on}
          error={errors['released_on']}
          onValue={(day) => change({ released_on: day })}
        />
      </div>
      <DescriptorPicker
        value={values.descriptors}
        error={errors['descriptors']}
        onChange={(list) => change({ descriptors: list })}
      />
      {isSeries && (
        <Checkbox
          label={messages.completed}
          checked={values.is_completed}
          onChange={({ target }) => change({ is_completed: target.checked })}
        />
      )}
      <Checkbox
        label={messages.dubbed}
        checked={values.is_dubbed}
        onChange={({ target }) => change({ is_dubbed: target.checked })}
      />
    </>
  )
}

function LicenceFields({ edit: { values, change, errors } }: { edit: Edit<WorkFields> }) {
  return (
    <>
      <TextField
        label={labels.territories}
        value={values.territories}
        maxLength={500}
        placeholder={messages.territories_placeholder}
        error={errors['territories']}
        onChange={({ target }) => change({ territories: target.value })}
      />
      <TextArea
        label={labels.licence_notes}
        value={values.licence_notes}
        maxLength={5_000}
        error={errors['licence_notes']}
        onChange={({ target }) => change({ licence_notes: target.value })}
      />
      <p className="text-xs text-foreground-subtle">{messages.licence_hint}</p>
    </>
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

const cell =
  'h-11 w-full min-w-0 rounded-control bg-surface-raised px-3 text-sm inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle'

/** The cast and crew of a work, in the order of its page. */
function PeopleField({
  value,
  onChange,
  error,
}: {
  value: readonly StudioPerson[]
  onChange: (value: StudioPerson[]) => void
  error?: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const list = useId()
  const suggested = useQuery({
    queryKey: studioKeys.people(typed),
    queryFn: () => call(studio_catalogue.suggestPeople, { query: { q: typed.trim() } }),
    enabled: typed.trim().length > 0,
    staleTime: 60_000,
  })
  const change = (index: number, changes: Partial<StudioPerson>) =>
    onChange(value.map((item, itemIndex) => (itemIndex === index ? { ...item, ...changes } : item)))
  const setName = (index: number, text: string) => {
    setTyped(text)
    // A known person keeps the original name on record.
    const knownPerson = suggested.data?.results.find((suggestion) => suggestion.name === text)
    change(index, { name: text, ...(knownPerson && { name_original: knownPerson.name_original }) })
  }
  return (
    <div>
      {value.length === 0 && (
        <p className="mb-3 text-sm text-foreground-subtle">{peopleMessages.none}</p>
      )}
      <datalist id={list}>
        {suggested.data?.results.map((suggestion) => (
          <option key={`${suggestion.name} ${suggestion.name_original}`} value={suggestion.name}>
            {suggestion.name_original}
          </option>
        ))}
      </datalist>
      <ul className="space-y-2">
        {value.map((person, index) => (
          // Credits have no id here; the index is their only key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex gap-2 max-md:rounded-sheet max-md:bg-surface max-md:p-3">
            <PersonFields
              person={person}
              list={list}
              onChange={(changes) => change(index, changes)}
              onName={(name) => setName(index, name)}
            />
            <div className="flex shrink-0 max-md:flex-col">
              <MoveButtons
                name={person.name}
                index={index}
                count={value.length}
                onMove={(by) => onChange(moveItem(value, index, by))}
              />
              <IconButton
                label={peopleMessages.remove(person.name)}
                icon="close"
                onClick={() => onChange(value.filter((_, itemIndex) => itemIndex !== index))}
              />
            </div>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        icon="plus"
        className="mt-3"
        onClick={() =>
          onChange([...value, { name: '', name_original: null, role: 'cast', character: null }])
        }
      >
        {peopleMessages.add}
      </Button>
      {error && <p className="mt-2 text-xs text-danger">{error}</p>}
    </div>
  )
}

function PersonFields({
  person,
  list,
  onChange,
  onName,
}: {
  person: StudioPerson
  /** The id of the list of suggested names. */
  list: string
  onChange: (changes: Partial<StudioPerson>) => void
  onName: (name: string) => void
}) {
  return (
    <div className="grid min-w-0 grow gap-2 md:grid-cols-[6rem_1fr_1fr_1fr]">
      <select
        aria-label={peopleMessages.role}
        value={person.role}
        onChange={({ target }) => onChange({ role: target.value as StudioPerson['role'] })}
        className={cell}
      >
        <Options values={roles} names={peopleMessages.roles} />
      </select>
      <input
        aria-label={peopleMessages.name}
        placeholder={peopleMessages.name}
        value={person.name}
        list={list}
        autoComplete="off"
        maxLength={100}
        onChange={({ target }) => onName(target.value)}
        className={cell}
      />
      <input
        aria-label={peopleMessages.name_original}
        placeholder={peopleMessages.name_original}
        value={person.name_original ?? ''}
        maxLength={200}
        onChange={({ target }) => onChange({ name_original: target.value || null })}
        className={cell}
      />
      <input
        aria-label={peopleMessages.character}
        placeholder={peopleMessages.character}
        value={person.character ?? ''}
        maxLength={200}
        onChange={({ target }) => onChange({ character: target.value || null })}
        className={cell}
      />
    </div>
  )
}
