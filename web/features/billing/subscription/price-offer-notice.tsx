import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import type { PriceOffer } from '#contract/transactions/subscriptions.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { billingKeys, subscriptionQuery } from '#web/features/billing/queries.ts'
import { Button } from '#web/ui/base/button.tsx'
import { DescriptionItem } from '#web/ui/layout/description-list.tsx'
import { useId } from 'react'
import { priceOfferMessages as messages } from './messages.ko.ts'

/** Other terms of the plan, to which the member agrees here or not. Without an answer they are not charged. */
export function PriceOfferNotice({ offer }: { offer: PriceOffer }) {
  const { id, at, old_price, new_price, needs_consent, agreed_at, terms } = offer
  const headingId = useId()
  const isAgreed = agreed_at !== null
  const answer = useApiMutation(subscriptions.answerPriceOffer, {
    // The offer may be due or stopped by now.
    invalidates: [billingKeys.subscription],
    toast: (_, { body: { agreed } }) =>
      agreed ? messages.agreed(at, new_price) : messages.withdrawn,
    onSuccess: (memberSubscription, _, client) =>
      client.setQueryData(subscriptionQuery.queryKey, memberSubscription),
  })
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-sheet bg-accent-subtle px-4 py-4 text-sm"
    >
      <h3 id={headingId} className="text-base font-semibold">
        {needs_consent ? messages.title : messages.title_without_question}
      </h3>
      <dl className="mt-2 space-y-1">
        <DescriptionItem name={messages.old_price}>{messages.monthly(old_price)}</DescriptionItem>
        <DescriptionItem name={messages.new_price}>{messages.monthly(new_price)}</DescriptionItem>
        <DescriptionItem name={messages.from}>{messages.from_value(at)}</DescriptionItem>
      </dl>
      <p className="mt-3 text-pretty text-foreground-muted">{terms}</p>
      {needs_consent && (
        <>
          <p role="status" className="mt-3 font-semibold">
            {isAgreed ? messages.is_agreed : messages.is_open}
          </p>
          <Button
            variant={isAgreed ? 'secondary' : 'primary'}
            className="mt-3 max-sm:w-full"
            busy={answer.isPending}
            onClick={() => answer.submit({ params: { id }, body: { agreed: !isAgreed } })}
          >
            {isAgreed ? messages.withdraw : messages.agree}
          </Button>
        </>
      )}
    </section>
  )
}
