import { supportContact } from '#web/lib/support-contact.ko.ts'
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

/** Links to terms and support, and the business details that Korean law requires. */
export function SiteFooterContent() {
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
      <div className="mt-5 grid gap-6 text-xs leading-relaxed lg:grid-cols-[1fr_auto]">
        <dl className="flex flex-wrap gap-x-4 gap-y-1">
          {footer.particulars.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt>{name}</dt>
              <dd className="text-foreground-muted tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <address className="not-italic lg:text-right">
          <p>
            <Link
              to={customerServicePath}
              className="inline-flex min-h-6 items-center font-semibold text-foreground-muted hover:text-foreground"
            >
              {footer.support}
            </Link>{' '}
            <TextLink
              href={`mailto:${supportContact.mail}`}
              tone="muted"
              isInline
              className="inline-flex items-center min-h-6"
            >
              {supportContact.mail}
            </TextLink>{' '}
            ·{' '}
            <TextLink
              href={`tel:${supportContact.phone}`}
              tone="muted"
              isInline
              className="inline-flex items-center min-h-6 tabular-nums"
            >
              {supportContact.phone}
            </TextLink>
          </p>
          <p>{supportContact.hours}</p>
        </address>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-xs">
        <Logo className="h-5 opacity-70" />
        <p>{footer.notice}</p>
        <p>{footer.rights}</p>
      </div>
    </>
  )
}
