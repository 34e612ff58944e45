import { isInvented } from '#contract/service/particulars.ts'
import { particularsOf } from '#web/lib/particulars.ko.ts'
import { useService } from '#web/lib/service.ts'
import { footerMessages as footer } from '#web/app/footer-messages.ko.ts'
import { termsPath, customerServicePath } from '#web/routing/account-paths.ts'
import { Logo } from '#web/ui/base/logo.tsx'
import { Link } from 'react-router'
import { TextLink } from '#web/ui/base/text-link.tsx'

const links = [
  { to: termsPath('service'), title: footer.terms },
  // Must be emphasized by law.
  { to: termsPath('privacy'), title: footer.privacy, strong: true },
  { to: termsPath('paid-service'), title: footer.paid_service },
  { to: `${customerServicePath}/notices`, title: footer.notices },
  { to: `${customerServicePath}/faqs`, title: footer.faqs },
  { to: `${customerServicePath}/inquirys/new`, title: footer.inquiry },
]

const socialLinks = ['instagram_url', 'youtube_url', 'x_url'] as const

/** Links to terms and support, and the business details that Korean law requires. */
export function SiteFooterContent() {
  const service = useService()
  const { company_name, business_number = '' } = service
  return (
    <>
      <nav aria-label={footer.nav}>
        <ul className="-mx-3 flex flex-wrap">
          {links.map(({ to, title, strong }) => (
            <li key={to} {...(title === footer.inquiry && { className: 'account-only' })}>
              <Link
                to={to}
                className={`flex min-h-11 items-center px-3 hover:text-foreground ${strong ? 'font-bold text-foreground' : 'text-foreground-muted'}`}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Company />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-xs">
        <Logo className="h-5 opacity-70" />
        {socialLinks.map((name) => {
          const url = service[name]
          return (
            url && (
              <TextLink
                key={name}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                tone="muted"
                className="min-h-6"
              >
                {footer.social[name]}
              </TextLink>
            )
          )
        })}
        {isInvented(business_number) && <p>{footer.notice}</p>}
        {company_name && <p>{footer.rights(company_name)}</p>}
      </div>
    </>
  )
}

/** The particulars of the company, and how to reach it. */
function Company() {
  const service = useService()
  const { business_number = '', email, phone, support_hours } = service
  return (
    <div className="mt-5 grid gap-6 text-xs leading-relaxed lg:grid-cols-[1fr_auto]">
      <div>
        <dl className="flex flex-wrap gap-x-4 gap-y-1">
          {particularsOf(service).map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt>{name}</dt>
              <dd className="text-foreground-muted tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {business_number && !isInvented(business_number) && (
          <TextLink
            href={`https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${business_number.replaceAll('-', '')}`}
            target="_blank"
            rel="noopener noreferrer"
            tone="muted"
            isInline
            className="inline-flex min-h-6 items-center"
          >
            {footer.check_business}
          </TextLink>
        )}
      </div>
      <address className="not-italic lg:text-right">
        <p>
          <Link
            to={customerServicePath}
            className="inline-flex min-h-6 items-center font-semibold text-foreground-muted hover:text-foreground"
          >
            {footer.support}
          </Link>
          {email && (
            <>
              {' '}
              <TextLink
                href={`mailto:${email}`}
                tone="muted"
                isInline
                className="inline-flex items-center min-h-6"
              >
                {email}
              </TextLink>
            </>
          )}
          {phone && (
            <>
              {' · '}
              <TextLink
                href={`tel:${phone}`}
                tone="muted"
                isInline
                className="inline-flex items-center min-h-6 tabular-nums"
              >
                {phone}
              </TextLink>
            </>
          )}
        </p>
        <p>{support_hours}</p>
      </address>
    </div>
  )
}
