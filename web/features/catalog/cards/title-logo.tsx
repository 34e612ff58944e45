/**
 * The title of a work: in its own lettering where it has one and there is room (a box of fixed height, so that
 * nothing moves when it arrives), else set in ours. Screen readers get the title either way.
 */
export function TitleLogo({ title, logo_url }: { title: string; logo_url: string | null }) {
  if (logo_url === null) return title
  return (
    <>
      <span className="md:sr-only">{title}</span>
      <img
        src={logo_url}
        alt=""
        aria-hidden="true"
        draggable={false}
        decoding="async"
        // Not asked for where it is not shown, nor before the backdrop.
        loading="lazy"
        className="h-26 w-[min(28rem,52vw)] object-contain object-left-bottom drop-shadow-[0_2px_18px_--alpha(var(--color-shade)/60%)] max-md:hidden xl:h-34"
      />
    </>
  )
}
