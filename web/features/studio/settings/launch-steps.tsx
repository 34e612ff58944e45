import type { EndpointResponse } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { TrialProvider } from '#contract/operations/trials.ts'
import type { LaunchStep, studio_service } from '#contract/service/staff.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatTimestamp } from '#web/lib/format.ts'
import { profilePath } from '#web/routing/account-paths.ts'
import { studioWorksPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { missingLabel, settingsMessages } from './messages.ko.ts'

const messages = settingsMessages.launch
const { tryProvider } = endpoints.studio_service

/** The page of a step; steps without one are settings of the environment. */
const places: Partial<Record<LaunchStep, string>> = {
  particulars: '#company',
  terms: '#terms',
  name: '#look',
  first_work: studioWorksPath,
  second_factor: profilePath,
}

/** The checklist of steps before the service opens. */
export function LaunchSteps({
  is_selling,
  steps,
}: EndpointResponse<typeof studio_service.readLaunchSteps>) {
  return (
    <Panel title={messages.title}>
      <p role="status" className="font-semibold">
        {is_selling ? messages.selling : messages.not_selling}
      </p>
      <ul className="mt-4 divide-y divide-border">
        {steps.map((step) => (
          <LaunchStepRow key={step.step} {...step} />
        ))}
      </ul>
    </Panel>
  )
}

type Step = EndpointResponse<typeof studio_service.readLaunchSteps>['steps'][number]

function LaunchStepRow({ step, is_done, missing, trial }: Step) {
  const place = places[step]
  const hasFailed = trial?.last != null && trial.last.failure_reason !== null
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <Badge tone={is_done ? 'success' : hasFailed ? 'accent_subtle' : 'neutral'}>
        {is_done ? messages.done : hasFailed ? messages.failed : messages.todo}
      </Badge>
      <div className="min-w-0 grow basis-52">
        <p className="font-semibold">{messages.steps[step].title}</p>
        {!is_done && trial?.is_configured !== false && (
          <p className="text-sm text-foreground-muted">{messages.steps[step].todo}</p>
        )}
        {missing.length > 0 && (
          <p className="text-sm text-foreground-subtle">
            {messages.missing(missing.map(missingLabel).join(', '))}
          </p>
        )}
        {trial && <TrialOutcome provider={step as TrialProvider} is_done={is_done} {...trial} />}
      </div>
      {trial?.is_configured && <TrialButton provider={step as TrialProvider} />}
      {!is_done &&
        place &&
        (place.startsWith('#') ? (
          <TextLink href={place} className="min-h-11 text-sm">
            {messages.open}
          </TextLink>
        ) : (
          <TextLink to={place} className="min-h-11 text-sm">
            {messages.open}
          </TextLink>
        ))}
    </li>
  )
}

/** Result and time of the last trial. */
function TrialOutcome({
  provider,
  is_done,
  is_configured,
  last,
}: NonNullable<Step['trial']> & { provider: TrialProvider; is_done: boolean }) {
  const text = !is_configured
    ? is_done
      ? messages.not_needed
      : messages.unset[provider]
    : !last
      ? messages.untried
      : last.failure_reason === null
        ? messages.worked_at(formatTimestamp(last.tried_at))
        : messages.failed_at(formatTimestamp(last.tried_at), last.failure_reason)
  return (
    <p aria-live="polite" className="text-sm break-words text-foreground-subtle">
      {text}
    </p>
  )
}

function TrialButton({ provider }: { provider: TrialProvider }) {
  const trial = useApiMutation(tryProvider, { invalidates: [studioKeys.settings()] })
  return (
    <Button
      className="text-sm"
      busy={trial.isPending}
      onClick={() => trial.submit({ body: { provider } })}
    >
      {messages.try[provider]}
    </Button>
  )
}
