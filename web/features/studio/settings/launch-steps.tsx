import type { EndpointResponse } from '#contract/core/endpoint.ts'
import type { LaunchStep, studio_service } from '#contract/service/staff.ts'
import { profilePath } from '#web/routing/account-paths.ts'
import { studioWorksPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { missingLabel, settingsMessages } from './messages.ko.ts'

const messages = settingsMessages.launch

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
        {steps.map(({ step, is_done, missing }) => {
          const place = places[step]
          return (
            <li key={step} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
              <Badge tone={is_done ? 'success' : 'neutral'}>
                {is_done ? messages.done : messages.todo}
              </Badge>
              <div className="min-w-0 grow basis-52">
                <p className="font-semibold">{messages.steps[step].title}</p>
                {!is_done && (
                  <p className="text-sm text-foreground-muted">{messages.steps[step].todo}</p>
                )}
                {missing.length > 0 && (
                  <p className="text-sm text-foreground-subtle">
                    {messages.missing(missing.map(missingLabel).join(', '))}
                  </p>
                )}
              </div>
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
        })}
      </ul>
    </Panel>
  )
}
