/** Inquiries of the demo viewer (D-91): one answered, one open. Hours before now. */
export const demoInquiries = [
  {
    subject: 'payment',
    asked_hours_ago: 6 * 24 + 5,
    answered_hours_ago: 5 * 24 + 23,
    title: '포인트로 산 회차를 환불하면 포인트가 언제 돌아오나요?',
    context:
      '어제 잘못 눌러서 포인트로 회차를 하나 샀어요. 아직 보지는 않았습니다.\n환불하면 포인트가 바로 돌아오는지, 이벤트 포인트로 낸 것도 돌아오는지 궁금해요.',
    answer:
      '안녕하세요, 한편이에요.\n\n환불을 신청하시면 포인트는 바로 돌아와요. 이벤트 포인트로 내신 만큼은 이벤트 포인트로, 유료 포인트로 내신 만큼은 유료 포인트로 돌아오고 유효 기간도 처음 그대로예요.\n\n구매하신 지 7일이 지나지 않았고 아직 보지 않으셨으니 마이 > 소장·대여에서 바로 환불하실 수 있어요. 더 궁금한 점이 있으면 언제든 문의해 주세요. 고맙습니다.',
  },
  {
    subject: 'service',
    asked_hours_ago: 3,
    title: '지하철에서 볼 때 자꾸 화질이 낮아져요',
    context:
      '출퇴근길에 지하철에서 보는데 역과 역 사이에서 화질이 많이 낮아졌다가 한참 뒤에 돌아와요.\n갤럭시 S24, 크롬에서 봤고 화질은 자동으로 두었습니다. 고정해 두는 것이 나을까요?',
  },
] as const
