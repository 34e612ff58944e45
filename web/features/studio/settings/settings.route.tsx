import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { useQuery } from '@tanstack/react-query'
import { LaunchSteps } from './launch-steps.tsx'
import { LogoPanel } from './logo-panel.tsx'
import { settingsMessages as messages } from './messages.ko.ts'
import { launchQuery, settingsQuery, termsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { TermsPanel } from './terms-panel.tsx'

/** Settings of the service, its legal documents, and the checklist before it opens. */
export default function SettingsPage() {
  const settings = useQuery(settingsQuery)
  const launch = useQuery(launchQuery)
  const terms = useQuery(termsQuery)
  return (
    <div className="max-w-5xl space-y-8">
      <PageHeader title={messages.title} detail={messages.detail} />
      <QueryContent query={launch}>{(data) => <LaunchSteps {...data} />}</QueryContent>
      <QueryContent query={settings} keepsData>
        {(data) => (
          <>
            <SettingsForm settings={data} />
            <LogoPanel settings={data} />
          </>
        )}
      </QueryContent>
      <QueryContent query={terms} keepsData>
        {(versions) => <TermsPanel versions={versions} />}
      </QueryContent>
    </div>
  )
}
