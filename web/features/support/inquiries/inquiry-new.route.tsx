import { useAuth } from '#web/session/auth-store.ts'
import { customer_services } from '#contract/customer-services/customer-services.ts'
import { inquiryMessages } from './messages.ko.ts'
import { apiContext, nullOnError } from '#web/routing/loader-helpers.ts'
import { InquiryForm, InquiryFormSkeleton } from './inquiry-form.tsx'
import { SectionError } from '#web/features/support/section-error.tsx'
import type { InquiryPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { inquiriesPath, newInquiryPath } from '#web/routing/account-paths.ts'
import { customerServicePath } from '#web/routing/paths.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/inquiry-new.route.ts'

/** The subjects are the same for every member, so they are loaded with the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  return { subjects: await nullOnError(call(customer_services.listSubjects, {})) }
}

/** Shows the form without a network too: it can be filled in, and the subjects are retried. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return (await nullOnError(serverLoader())) ?? { subjects: null }
}

export function meta({ matches }: Route.MetaArgs) {
  const { new_title: title, description } = inquiryMessages
  return pageMeta(matches, { title, description, path: newInquiryPath, noindex: true })
}

/** Whether this page is the first of its tab, so that there is no page to go back to. */
const isFirstOfTab = () =>
  (history.state as { idx?: number } | null)?.idx === 0 && history.length <= 1

export const handle: InquiryPageHandle = { tab: 'new', Skeleton: InquiryFormSkeleton }

export default function InquiryNew({ loaderData: { subjects } }: Route.ComponentProps) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  return (
    <InquiryForm
      member_id={user.id}
      subjects={subjects ?? []}
      subjects_failed={!subjects && <SectionError message={inquiryMessages.form.subjects_failed} />}
      initial_code={searchParams.get('type')}
      onCancel={() => void (isFirstOfTab() ? navigate(customerServicePath) : navigate(-1))}
      onDone={() => {
        toasts.show(inquiryMessages.registered, 'success')
        void navigate(inquiriesPath, { replace: true })
      }}
    />
  )
}
