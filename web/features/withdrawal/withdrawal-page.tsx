import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { withdrawalCopy as words } from '#web/copy/withdrawal.ts'
import { useCallForm } from '#web/data/call-form.ts'
import { call } from '#web/data/client.ts'
import { subscriptionQuery } from '#web/data/money.ts'
import { proven } from '#web/data/proven.tsx'
import { newInquiryPath, profilePath } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Lost, LostMoney } from './lost.tsx'
import { heldPointsQuery, type PaidBack, paidBackOf } from './paid-back.ts'

const longestComment = 1000
const reasons = ['service_problem', 'less_function', 'high_price'] as const
const { deleteAccount: withdraw } = viewerEndpoints.accounts

/**
 * D-18: what is lost, a survey that may be left empty, and one question.
 * @param onLeft when the account is closed; with what goes back to his cards.
 */
export function WithdrawalPage({ onLeft }: { onLeft: (paid_back: PaidBack) => void }) {
  const client = useQueryClient()
  const { form, field, submit, form_error, busy } = useCallForm(withdraw, {
    defaults: {
      service_problem: false,
      less_function: false,
      high_price: false,
      user_comment: '',
    },
    async send(survey) {
      const { confirm_title: title, confirm_detail: detail, confirm: yes, cancel: no } = words
      if (!(await confirmed({ title, detail, yes, no }))) return undefined
      return proven((proof) => call(withdraw, { body: { ...survey, ...proof } }))
    },
    onDone: () =>
      onLeft(
        paidBackOf(
          client.getQueryData(heldPointsQuery.queryKey),
          client.getQueryData(subscriptionQuery.queryKey),
        ),
      ),
  })
  const used = form.watch('user_comment').length
  return (
    <form noValidate onSubmit={submit} className="max-w-2xl">
      <p className="text-base text-paper-2">{words.lead}</p>
      <section
        aria-labelledby="lost"
        className="mt-6 rounded-2xl bg-surface p-5 inset-ring inset-ring-line md:p-7"
      >
        <h2 id="lost" className="text-lg font-bold">
          {words.lost_title}
        </h2>
        <ul className="mt-4 space-y-5">
          <LostMoney />
          <Lost icon="bookmark" title={words.lost.records}>
            {words.lost.records_detail}
          </Lost>
        </ul>
        <div className="mt-6 border-t border-line pt-5">
          <h3 className="text-base font-semibold">{words.kept_title}</h3>
          <p className="mt-1 text-sm text-paper-2">{words.kept}</p>
        </div>
      </section>

      <fieldset className="mt-10">
        <legend className="text-lg font-bold">{words.survey_title}</legend>
        <p className="mt-1 mb-2 text-sm text-paper-3">{words.survey_detail}</p>
        {reasons.map((reason) => (
          <Checkbox key={reason} label={words.reasons[reason]} {...form.register(reason)} />
        ))}
        <div className="mt-4">
          <TextArea
            label={words.comment}
            rows={4}
            maxLength={longestComment}
            used={used}
            hint={words.comment_hint}
            {...field('user_comment')}
          />
          <Link
            to={newInquiryPath}
            className="inline-flex min-h-11 items-center gap-0.5 text-sm font-semibold text-paper-2 hover:text-paper"
          >
            {words.ask}
            <Icon name="right" className="size-4" />
          </Link>
        </div>
      </fieldset>
      <FormError>{form_error}</FormError>
      <div className="mt-4 flex flex-wrap justify-end gap-2.5 *:grow sm:*:grow-0">
        <ButtonLink to={profilePath}>{words.stay}</ButtonLink>
        <Button type="submit" look="danger" busy={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}

/** The shape of the page while nobody knows yet whose it is. */
export function WithdrawalSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      <div className="shimmer h-4 w-4/5 rounded-sm" />
      <div className="shimmer mt-7 h-110 rounded-2xl" />
      <div className="shimmer mt-10 h-5 w-52 rounded-sm" />
      <div className="shimmer mt-4 h-64 rounded-lg" />
    </div>
  )
}
