import { CampaignFilters } from '#contract/accounts/staff/marketing.ts'
import { SelectField, Options } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { DateField, NumberField } from '#web/features/studio/common/value-fields.tsx'
import { campaignMessages } from './messages.ko.ts'
import { audienceQuery } from './queries.ts'

const messages = campaignMessages.editor
const defaultDays = 30

const planFilters = ['any', 'with', 'without'] as const
const watchFilters = ['any', 'within', 'not_for'] as const
type WatchFilter = (typeof watchFilters)[number]

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
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
        <DateField
          label={messages.joined_from}
          value={filters.joined_from}
          onValue={(joined_from) => onChange({ joined_from })}
        />
        <DateField
          label={messages.joined_to}
          value={filters.joined_to}
          error={isEndBeforeStart(filters) ? messages.order : undefined}
          onValue={(joined_to) => onChange({ joined_to })}
        />
        <SelectField
          label={messages.plan}
          value={filters.has_plan === null ? 'any' : filters.has_plan ? 'with' : 'without'}
          onChange={({ target }) =>
            onChange({ has_plan: target.value === 'any' ? null : target.value === 'with' })
          }
        >
          <Options values={planFilters} names={messages.plans} />
        </SelectField>
        <SelectField
          label={messages.watched}
          value={watch}
          onChange={({ target }) => onChange(watchFields(target.value as WatchFilter, days))}
        >
          <Options values={watchFilters} names={messages.watches} />
        </SelectField>
        {watch !== 'any' && (
          <NumberField
            label={messages.days}
            schema={CampaignFilters.shape.watched_within_days}
            value={days}
            hint={messages.days_hint[watch]}
            onValue={(value) => onChange(watchFields(watch, value ?? defaultDays))}
          />
        )}
      </div>
      <AudienceCount filters={filters} />
    </fieldset>
  )
}

function AudienceCount({ filters }: { filters: CampaignFilters }) {
  const audience = useQuery({ ...audienceQuery(filters), enabled: areValidFilters(filters) })
  return (
    <p role="status" className="mt-2 rounded-card bg-surface px-4 py-3 text-sm font-semibold">
      {audience.isError
        ? messages.count_failed
        : audience.data
          ? messages.count(audience.data.count)
          : messages.counting}
    </p>
  )
}
