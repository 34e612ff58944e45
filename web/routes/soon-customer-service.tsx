import { frameCopy } from '#web/copy/frame.ts'
import { soonCopy } from '#web/copy/soon.ts'
import { Soon } from '#web/features/soon/soon.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/soon-customer-service.ts'

const words = soonCopy.customer_service

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: words.title,
    description: words.detail,
    path: location.pathname,
    hidden: true,
  })
}

export default function CustomerService() {
  return (
    <Soon
      icon="chat"
      title={words.title}
      lead={words.lead}
      detail={words.detail}
      actions={
        <>
          <ButtonLink to={`mailto:${frameCopy.footer.support_mail}`} look="primary" icon="mail">
            {words.mail}
          </ButtonLink>
          <ButtonLink to={`tel:${frameCopy.footer.support_phone}`} icon="phone">
            {words.phone}
          </ButtonLink>
        </>
      }
    />
  )
}
