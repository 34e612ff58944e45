/**
 * A title by its logo if it has one and the screen is wide (at a fixed height, to avoid layout shift), otherwise as
 * text. Screen readers always get the text.
 * @param onPhones whether narrow screens show the logo, too.
 */
export function TitleLogo({
  title,
  logo_url,
  onPhones = false,
}: {
  title: string
  logo_url: string | null
  onPhones?: boolean
}) {
  if (logo_url === null) return title
  return (
    <>
      <span className={onPhones ? 'sr-only' : 'md:sr-only'}>{title}</span>
      <img
        src={logo_url}
        alt=""
        aria-hidden="true"
        draggable={false}
        decoding="async"
        // Not loaded where hidden, and after the backdrop.
        loading="lazy"
        className={`h-26 w-[min(28rem,52vw)] object-contain object-left-bottom drop-shadow-[0_2px_18px_--alpha(var(--color-shade)/60%)] xl:h-34 ${onPhones ? 'max-md:h-20' : 'max-md:hidden'}`}
      />
    </>
  )
}
