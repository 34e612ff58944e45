import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { inquiryMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { InquiryForm, InquiryFormSkeleton } from './inquiry-form.tsx'
import { InquiryTabs } from './inquiries-layout.tsx'
import { SectionError } from '#web/features/support/section-error.tsx'
import { nullOnError } from '#web/features/support/null-on-error.ts'
import { SupportLayout } from '#web/features/support/support-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { customerServicePath, inquiriesPath, newInquiryPath } from '#web/routing/paths.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/inquiry-new.route.ts'

/** The types are the same for everybody, and so come with the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  return { subjects: await nullOnError(call(viewerEndpoints.customer_services.listSubjects, {})) }
}

/** Without a network the form is there all the same: it can be written, and the types are asked for again. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return (await nullOnError(serverLoader())) ?? { subjects: null }
}

export function meta({ matches }: Route.MetaArgs) {
  const { new_title: title, description } = inquiryMessages
  return pageMeta(matches, { title, description, path: newInquiryPath, hidden: true })
}

/** Whether this page is the first of its tab: there is none to go back to. */
const isFirst = () => (history.state as { idx?: number } | null)?.idx === 0 && history.length <= 1

export default function InquiryNew({ loaderData: { subjects } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  return (
    <SupportLayout title={inquiryMessages.title}>
      <InquiryTabs selected="new" />
      <RequireMember skeleton={<InquiryFormSkeleton />}>
        {(user) => (
          <InquiryForm
            member_id={user.id}
            subjects={subjects ?? []}
            subjects_failed={
              !subjects && <SectionError what={inquiryMessages.form.subjects_failed} />
            }
            asked_code={asked.get('type')}
            onCancel={() => void (isFirst() ? navigate(customerServicePath) : navigate(-1))}
            onDone={() => {
              toasts.show(inquiryMessages.registered, 'good')
              void navigate(inquiriesPath, { replace: true })
            }}
          />
        )}
      </RequireMember>
    </SupportLayout>
  )
}
