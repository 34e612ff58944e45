/** Name that authenticators display for the site's passkeys. */
export const relyingPartyName = '한편'
