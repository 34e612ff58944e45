import type {
  NotificationKind,
  NotificationSettings,
  QuietHours,
} from '#contract/notifications/notifications.ts'
import * as notifications from '#web/api/endpoints/notifications.generated.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { notificationSettingsPath, notificationsPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { SelectField, Switch } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { ProfileSection } from '../profile/profile-section.tsx'
import { PushSection } from './push-controls.tsx'
import type { Route } from './+types/settings.route.ts'
import { settingsMessages as messages } from './messages.ko.ts'
import { settingsQuery } from './queries.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: notificationSettingsPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: SettingsSkeleton }

/** The kinds of the page in their order. */
const groups = {
  works: ['new_episode', 'release'],
  account: ['inquiry_answered', 'new_device', 'notice'],
  money: [
    ...(['payment', 'refund', 'renewal', 'price_consent'] as const),
    ...(['points_expiring', 'rental_expiring'] as const),
  ],
} as const satisfies Record<keyof typeof messages.groups, readonly NotificationKind[]>
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

const initialHours: QuietHours = { from: 22, to: 8 }
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Switches for each kind and channel, and the quiet hours. */
export default function NotificationSettingsPage() {
  const settings = useQuery(settingsQuery)
  const change = useApiMutation(notifications.updateNotificationSettings, {
    messageOf: () => messages.failed,
    onSuccess: (changed, _, client) => client.setQueryData(settingsQuery.queryKey, changed),
  })
  if (!settings.data) return <QueryPlaceholder query={settings} skeleton={<SettingsSkeleton />} />
  const shown = change.isPending ? withChange(settings.data, change.input?.body) : settings.data
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      {groupNames.map((group) => (
        <ProfileSection key={group} title={messages.groups[group]}>
          <ul className="space-y-6">
            {groups[group].map((kind) => (
              <li key={kind}>
                <Kind
                  kind={kind}
                  settings={shown}
                  onChange={(channel, is_on) =>
                    change.submit({ body: { change: { kind, channel, is_on } } })
                  }
                />
              </li>
            ))}
          </ul>
        </ProfileSection>
      ))}
      <PushSection />
      <ProfileSection title={messages.quiet.title} detail={messages.quiet.detail}>
        <QuietHoursForm
          value={shown.quiet_hours}
          onChange={(quiet_hours) => change.submit({ body: { quiet_hours } })}
        />
      </ProfileSection>
      <p className="border-t border-border pt-5">
        <TextLink to={notificationsPath}>{messages.back}</TextLink>
      </p>
    </div>
  )
}

type SettingsChange = {
  change?: Omit<NotificationSettings['switches'][number], 'is_required'> | undefined
  quiet_hours?: QuietHours | null | undefined
}

/** The settings as they will be once a pending change is saved. */
function withChange(
  { switches, quiet_hours }: NotificationSettings,
  { change, quiet_hours: newHours = quiet_hours }: SettingsChange = {},
): NotificationSettings {
  return {
    quiet_hours: newHours,
    switches: switches.map((item) =>
      item.kind === change?.kind && item.channel === change.channel ? { ...item, ...change } : item,
    ),
  }
}

function Kind({
  kind,
  settings,
  onChange,
}: {
  kind: NotificationKind
  settings: NotificationSettings
  onChange: (channel: NotificationSettings['switches'][number]['channel'], is_on: boolean) => void
}) {
  const { title, detail } = messages.kinds[kind]
  const switches = settings.switches.filter((item) => item.kind === kind)
  return (
    <>
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-foreground-subtle">{detail}</p>
      {switches.map(({ channel, is_on, is_required }) => (
        <Switch
          key={channel}
          label={
            <span>
              {messages.channels[channel]}
              <span className="sr-only"> {title}</span>
              {is_required && (
                <span className="block text-sm text-foreground-subtle">{messages.required}</span>
              )}
            </span>
          }
          checked={is_on}
          disabled={is_required}
          onChange={({ target }) => onChange(channel, target.checked)}
        />
      ))}
    </>
  )
}

function QuietHoursForm({
  value,
  onChange,
}: {
  value: QuietHours | null
  onChange: (value: QuietHours | null) => void
}) {
  const { label, from, to, hour } = messages.quiet
  return (
    <>
      <Switch
        label={label}
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? initialHours : null)}
      />
      {value && (
        <div className="mt-3 grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <SelectField
              key={end}
              label={{ from, to }[end]}
              value={value[end]}
              onChange={({ target }) => onChange({ ...value, [end]: Number(target.value) })}
            >
              {hours.map((option) => (
                <option
                  key={option}
                  value={option}
                  disabled={option === value[end === 'from' ? 'to' : 'from']}
                >
                  {hour(option)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      )}
    </>
  )
}

function SettingsSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-4xl space-y-6">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="shimmer h-16 rounded-card" />
      ))}
    </div>
  )
}
