/** The message by which staff try mail and SMS. */
export const trialMessage = (site_url: string) => ({
  sender_name: new URL(site_url).hostname,
  subject: '메일 시험',
  text: `${new URL(site_url).host}에서 보낸 시험이에요. 이 글이 보이면 잘 보내지고 있어요.`,
})
