import { dayMs } from '#contract/core/seoul-time.ts'
import { withdrawalMessages as messages } from './messages.ko.ts'
import { clearDrafts } from '#web/lib/drafts.ts'
import {
  type Withdrawal,
  refundablePointsQuery,
  withdrawalRefundOf,
  ForfeitedItem,
  ForfeitedAssets,
} from './forfeited-assets.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  withdrawalPath,
  withdrawalSuccessPath,
  newInquiryPath,
  profilePath,
} from '#web/routing/account-paths.ts'
import { useNavigate, Link } from 'react-router'
import type { Route } from './+types/withdrawal.route.ts'
import { deletionDelayDays } from '#contract/accounts/account-rules.ts'
import { formatFullDate } from '#web/lib/format.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { memberSocket } from '#web/session/page-socket.ts'
import { subscriptionQuery } from '#web/features/billing/queries.ts'
import { withPassword } from '#web/features/account/fields/reauthenticate.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { Checkbox, TextArea, FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: withdrawalPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: WithdrawalSkeleton }

const maxCommentLength = 1000
const reasons = ['service_problem', 'less_function', 'high_price'] as const
const { confirmPassword, scheduleDeletion } = accounts

/** Consequences, an optional survey, the password and a confirmation. */
export default function WithdrawalPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { form, field, submit, formError, isSubmitting } = useApiForm(scheduleDeletion, {
    defaultValues: {
      service_problem: false,
      less_function: false,
      high_price: false,
      user_comment: '',
    },
    async submit(survey) {
      const proven = await withPassword(async (proof) => {
        await call(confirmPassword, { body: proof })
        return proof
      }, 'withdrawal')
      const isConfirmed =
        proven &&
        (await confirmDialog({
          title: messages.confirm_title,
          message: messages.confirm_detail(
            formatFullDate(new Date(Date.now() + deletionDelayDays * dayMs).toISOString()),
          ),
          confirmLabel: messages.confirm,
          cancelLabel: messages.cancel,
        }))
      if (!isConfirmed) return undefined
      // The page would lead to the login as soon as the session ends.
      const value = await memberSocket.closeDuring(() =>
        call(scheduleDeletion, { body: { ...survey, ...proven.value } }),
      )
      return { value }
    },
    onSuccess({ deletes_at }) {
      clearDrafts()
      const withdrawal: Withdrawal = {
        deletes_at,
        refund: withdrawalRefundOf(
          client.getQueryData(refundablePointsQuery.queryKey),
          client.getQueryData(subscriptionQuery.queryKey),
        ),
      }
      // The success page clears the auth state: this page would redirect an anonymous user to the login.
      void navigate(withdrawalSuccessPath, { replace: true, state: { withdrawal } })
    },
  })
  const comment = form.watch('user_comment')
  return (
    <form noValidate onSubmit={submit} className="max-w-2xl">
      <p className="text-base text-foreground-muted">{messages.lead}</p>
      <section aria-labelledby="lost" className="mt-6 panel p-5 md:p-7">
        <h2 id="lost" className="text-lg font-bold">
          {messages.consequences_title}
        </h2>
        <ul className="mt-4 space-y-5">
          <ForfeitedAssets />
          <ForfeitedItem icon="bookmark" title={messages.consequences.records}>
            {messages.consequences.records_detail}
          </ForfeitedItem>
        </ul>
        <div className="mt-6 border-t border-border pt-5">
          <h3 className="text-base font-semibold">{messages.undo_title}</h3>
          <p className="mt-1 text-sm">{messages.undo}</p>
          <h3 className="mt-4 text-base font-semibold">{messages.kept_title}</h3>
          <p className="mt-1 text-sm text-foreground-muted">{messages.kept}</p>
        </div>
      </section>

      <fieldset className="mt-10">
        <legend className="text-lg font-bold">{messages.survey_title}</legend>
        <p className="mt-1 mb-2 text-sm text-foreground-subtle">{messages.survey_detail}</p>
        {reasons.map((reason) => (
          <Checkbox key={reason} label={messages.reasons[reason]} {...form.register(reason)} />
        ))}
        <div className="mt-4">
          <TextArea
            label={messages.comment}
            rows={4}
            maxLength={maxCommentLength}
            counted={comment}
            hint={messages.comment_hint}
            {...field('user_comment')}
          />
          <Link
            to={newInquiryPath}
            className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-foreground-muted hover:text-foreground"
          >
            {messages.inquire}
            <Icon name="chevron_right" className="size-4" />
          </Link>
        </div>
      </fieldset>
      <FormAlert>{formError}</FormAlert>
      <div className="mt-4 flex flex-wrap justify-end gap-2 *:grow sm:*:grow-0">
        <ButtonLink to={profilePath}>{messages.stay}</ButtonLink>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {messages.submit}
        </Button>
      </div>
    </form>
  )
}

function WithdrawalSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      <div className="shimmer h-4 w-4/5 rounded-control" />
      <div className="shimmer mt-7 h-110 rounded-sheet" />
      <div className="shimmer mt-10 h-5 w-52 rounded-control" />
      <div className="shimmer mt-4 h-64 rounded-card" />
    </div>
  )
}
