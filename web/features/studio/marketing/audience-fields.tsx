import { CampaignFilters, watchDaysRange } from '#contract/studio/marketing.ts'
import { SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignMessages } from './messages.ko.ts'
import { audienceQuery } from './queries.ts'

const messages = campaignMessages.editor
const { min, max } = watchDaysRange
const defaultDays = 30

type WatchFilter = keyof typeof messages.watches

const watchFilterOf = (filters: CampaignFilters): WatchFilter =>
  filters.watched_within_days !== null
    ? 'within'
    : filters.not_watched_for_days !== null
      ? 'not_for'
      : 'any'

const watchFields = (filter: WatchFilter, days: number) => ({
  watched_within_days: filter === 'within' ? days : null,
  not_watched_for_days: filter === 'not_for' ? days : null,
})

const isEndBeforeStart = ({ joined_from, joined_to }: CampaignFilters): boolean =>
  joined_from !== null && joined_to !== null && joined_to < joined_from

/** Whether the server accepts these filters, and they do not exclude each other. */
export const areValidFilters = (filters: CampaignFilters): boolean =>
  CampaignFilters.safeParse(filters).success && !isEndBeforeStart(filters)

const isWatchDays = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max

/** Conditions on the recipients, and how many members match them now. */
export function AudienceFields({
  filters,
  onChange,
}: {
  filters: CampaignFilters
  onChange: (change: Partial<CampaignFilters>) => void
}) {
  const watch = watchFilterOf(filters)
  const days = filters.watched_within_days ?? filters.not_watched_for_days ?? defaultDays
  return (
    <fieldset className="mt-8">
      <legend className="mb-4 w-full border-b border-border pb-2 text-lg font-bold">
        {messages.audience}
      </legend>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-4">
        <TextField
          type="date"
          label={messages.joined_from}
          min="2000-01-01"
          value={filters.joined_from ?? ''}
          onChange={({ target }) => onChange({ joined_from: target.value || null })}
        />
        <TextField
          type="date"
          label={messages.joined_to}
          min="2000-01-01"
          value={filters.joined_to ?? ''}
          error={isEndBeforeStart(filters) ? messages.order : undefined}
          onChange={({ target }) => onChange({ joined_to: target.value || null })}
        />
        <SelectField
          label={messages.plan}
          value={filters.has_plan === null ? 'any' : filters.has_plan ? 'with' : 'without'}
          onChange={({ target }) =>
            onChange({ has_plan: target.value === 'any' ? null : target.value === 'with' })
          }
        >
          {Object.entries(messages.plans).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={messages.watched}
          value={watch}
          onChange={({ target }) => onChange(watchFields(target.value as WatchFilter, days))}
        >
          {Object.entries(messages.watches).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        {watch !== 'any' && (
          <WatchDaysField
            days={days}
            hint={messages.days_hint[watch]}
            onChange={(value) => onChange(watchFields(watch, value))}
          />
        )}
      </div>
      <AudienceCount filters={filters} />
    </fieldset>
  )
}

/** A number of days; what is typed stays while it is invalid. */
function WatchDaysField({
  days,
  hint,
  onChange,
}: {
  days: number
  hint: string
  onChange: (days: number) => void
}) {
  const [text, setText] = useState(String(days))
  return (
    <TextField
      label={messages.days}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      hint={hint}
      error={isWatchDays(text) ? undefined : messages.days_range(min, max)}
      onChange={({ target }) => {
        setText(target.value)
        if (isWatchDays(target.value)) onChange(Number(target.value))
      }}
    />
  )
}

function AudienceCount({ filters }: { filters: CampaignFilters }) {
  const audience = useQuery({ ...audienceQuery(filters), enabled: areValidFilters(filters) })
  return (
    <p role="status" className="mt-2 rounded-lg bg-surface px-4 py-3 text-sm font-semibold">
      {audience.isError
        ? messages.count_failed
        : audience.data
          ? messages.count(audience.data.count)
          : messages.counting}
    </p>
  )
}
