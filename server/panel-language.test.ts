import { expect, it } from 'vitest';
import { filesBody } from './testing/files-body.ts';
import { onSqlite } from './testing/shop.ts';

/** What the Vietnamese pages send with each call. */
const vi = { headers: { 'accept-language': 'vi' } };

onSqlite('Somebody with the panel in Vietnamese', (shop) => {
  const ownerOfferingPickup = async () => {
    const mai = await shop.admin('Mai');
    const body = { pickup: true, pickupAddress: '8 Wharf Lane' };
    await shop.call('updateDeliverySettings', { token: mai.token, body });
    return mai;
  };

  it('reads the to-do list in Vietnamese, and others read it in English', async () => {
    const { token } = await ownerOfferingPickup();
    const { id } = await shop.buyForPickup(await shop.customer('Lan'), await shop.listing('Moon'));
    const enquiry = { name: 'Anna', email: 'anna@example.com', message: 'Is it heavy?' };
    await shop.call('sendEnquiry', { body: enquiry });
    const needs = async (page: object = {}) => {
      const { body } = await shop.call('listNeeds', { token, ...page });
      return body.needs.map(({ kind, what, otherwise, action }) => ({ kind, what, otherwise, action }));
    };
    expect(await needs(vi)).toEqual([
      {
        kind: 'order',
        what: `${id} của Lan đang chờ đóng gói để nhận tại chỗ`,
        otherwise: '1 tác phẩm. Người mua đã thanh toán và chưa có lịch hẹn nhận hàng.',
        action: 'Đóng gói',
      },
      {
        kind: 'enquiry',
        what: '1 câu hỏi đang chờ trả lời',
        otherwise: 'Chưa ai trả lời người gửi.',
        action: 'Trả lời',
      },
    ]);
    expect(await needs()).toEqual([
      {
        kind: 'order',
        what: `${id} of Lan waits to be packed for collection`,
        otherwise: '1 piece. The buyer has paid and has no time to collect it yet.',
        action: 'Pack',
      },
      {
        kind: 'enquiry',
        what: '1 enquiry waits for an answer',
        otherwise: 'Nobody has answered the sender.',
        action: 'Answer',
      },
    ]);
  });

  it('reads the history of an order in Vietnamese, as its buyer does; names and what people wrote stay as they are', async () => {
    const { token } = await ownerOfferingPickup();
    const lan = await shop.customer('Lan');
    const pieces = await Promise.all(['Moon', 'Order placed', 'Crane'].map((name) => shop.listing(name)));
    const { id } = await shop.buyForPickup(lan, ...pieces);
    const params = { id };
    const items = pieces.slice(0, 2).map((piece) => ({ listingId: piece.id, price: piece.price }));
    await shop.call('updateOrder', { token: lan.token, params, body: { items } });
    const refund = { amount: 10, reason: 'Delivered' };
    await shop.call('refundOrder', { token, params, body: refund });
    const slot = { day: '2099-11-23', from: '10:00', to: '12:00' };
    await shop.call('setAppointment', { token, params, body: slot });
    await shop.call('setOrderPacked', { token, params });
    const moved = await shop.call('setOrderStatus', { token, params, body: { status: 'processing' }, ...vi });
    const english = [
      'Order placed',
      'Payment received',
      'Order modified: removed Crane; $100.00 refunded',
      '$10.00 refunded: Delivered',
      'Appointment to collect: Monday 23 November 2099, 10:00 to 12:00',
      'Packed',
      'Status set to processing',
    ];
    const own = await shop.call('getOrder', { token: lan.token, params, ...vi });
    for (const { history } of [moved.body.order, own.body.order]) {
      expect(history.map(({ what }) => what)).toEqual(english);
      expect(history.map(({ words }) => words)).toEqual([
        'Đã đặt hàng',
        'Đã nhận thanh toán',
        'Đơn hàng đã thay đổi: bỏ Crane; hoàn tiền $100.00',
        'Đã hoàn tiền $10.00: Delivered',
        'Lịch hẹn nhận hàng: Thứ Hai, 23 tháng 11, 2099, từ 10:00 đến 12:00',
        'Đã đóng gói',
        'Trạng thái được đổi thành đang xử lý',
      ]);
    }
    const { body } = await shop.call('getOrderAsAdmin', { token, params });
    expect(body.order.history.map(({ what }) => what)).toEqual(english);
    for (const event of body.order.history) expect(event).not.toHaveProperty('words');
  });

  it('reads in Vietnamese what an import would do, and why a file cannot be read', async () => {
    const { token } = await shop.admin('Mai');
    await shop.listing('Crane', { price: 6800, inventoryNumber: 'VS-1' });
    const lines = ['number;title;price;artist', 'VS-1;Crane;680,00;', ';New;12,50;Le Van Khe', ';Other;on request;'];
    const file = (text: string) => filesBody('file', { name: 'pieces.csv', bytes: Buffer.from(text) });
    const read = await shop.call('readImport', { token, ...file(lines.join('\n')) });
    expect(read.status).toBe(201);
    const params = { id: read.body.import.id };
    const readIn = async (page: object = {}) => ({
      ...(await shop.call('getImport', { token, params, ...page })).body.import,
      rows: (await shop.call('listImportRows', { token, params, ...page })).body.rows,
    });
    expect(await readIn(vi)).toMatchObject({
      notices: [
        '1 tác phẩm mới trở thành bản nháp: khách xem không thấy cho đến khi bạn đưa lên bộ sưu tập.',
        '1 nghệ sĩ chưa có trong shop và sẽ được thêm vào, chưa có trang riêng.',
      ],
      columns: [
        { readAs: 'Văn bản' },
        { readAs: 'Văn bản' },
        { readAs: '$680.00. Dấu phẩy là dấu thập phân.' },
        { readAs: 'Văn bản. Đã biết 0 trên 1.' },
      ],
      rows: [
        { foundBy: 'Số VS-1', changes: [{ warning: 'Một phần mười giá hiện tại hoặc ít hơn: hãy xem lại' }] },
        { name: 'New', changes: [{ before: 'trống' }, {}, {}, {}] },
        { problems: [{ column: 'price', message: 'Giá không phải là số', value: 'on request' }] },
      ],
    });
    expect(await readIn()).toMatchObject({
      notices: [
        '1 new piece becomes a draft: visitors do not see them before you list them.',
        '1 artist is not known yet and will be added, without a page.',
      ],
      columns: [
        { readAs: 'Text' },
        { readAs: 'Text' },
        { readAs: '$680.00. Comma as decimal point.' },
        { readAs: 'Text. 0 of 1 known.' },
      ],
      rows: [
        { foundBy: 'Number VS-1', changes: [{ label: 'Price', warning: 'A tenth of now or less: look again' }] },
        { name: 'New', changes: [{ label: 'Name', before: 'empty' }, {}, {}, {}] },
        { problems: [{ column: 'price', message: 'The price is not a number', value: 'on request' }] },
      ],
    });
    const empty = file('number;title\n');
    const refused = await shop.call('readImport', { token, ...empty, headers: { ...empty.headers, ...vi.headers } });
    expect(refused.body.message).toBe('Không có dòng nào dưới các tiêu đề.');
    expect((await shop.call('readImport', { token, ...empty })).body.message).toBe('There is no row below the titles.');
  });

  it('reads in Vietnamese which emails the shop sends, and why one was not sent', async () => {
    const { token } = await shop.admin('Mai');
    await shop.customer('Lan');
    await shop.shop.mailer.settled();
    await shop.shop.database.write((tx) => tx.updateTable('outbox').set({ failure: '550' }).execute());
    const first = async (page: object = {}) => {
      const { letters } = (await shop.call('listLetters', { token, ...page })).body;
      const sent = (await shop.call('listSentLetters', { token, ...page })).body.letters;
      const [kind] = letters;
      return { kind: [kind?.name, kind?.to, kind?.when], sent: sent.map(({ name, reason }) => [name, reason])[0] };
    };
    expect(await first(vi)).toEqual({
      kind: ['Đơn hàng của bạn', 'Người mua', 'Một đơn hàng được thanh toán'],
      sent: [
        'Xác nhận địa chỉ email của bạn',
        'Máy chủ email từ chối email này (550), có thể vì địa chỉ không tồn tại',
      ],
    });
    expect(await first()).toEqual({
      kind: ['Your order', 'The buyer', 'An order is paid'],
      sent: [
        'Confirm your email address',
        'The mail server refused it (550), perhaps because the address does not exist',
      ],
    });
  });

  it('reads the recent activity, and how averages come about, in Vietnamese', async () => {
    const { token } = await shop.admin('Mai');
    const said = async (page: object = {}) => {
      const { recentActivity } = (await shop.call('getDashboard', { token, ...page })).body;
      const sales = await shop.call('getSales', { token, params: { period: 'year' }, ...page });
      const { monthlyCalc, yearlyCalc } = sales.body.data.metadata.calculationInfo;
      return [...recentActivity.map(({ text }) => text), monthlyCalc, yearlyCalc];
    };
    expect(await said(vi)).toEqual([
      ...['Người dùng mới đăng ký', 'Đơn hàng mới', 'Tác phẩm được cập nhật'],
      'Tổng của năm nay, $0.00, chia cho 12',
      'Tổng từ trước đến nay, $0.00, chia cho 1 năm hoạt động',
    ]);
    expect(await said()).toEqual([
      ...['New user registered', 'New order placed', 'Product updated'],
      'Total of this year, $0.00, divided by 12',
      'Total of all time, $0.00, divided by 1 year in business',
    ]);
  });

  it('reads in Vietnamese what was done, and why a piece stays as it is', async () => {
    const { token } = await shop.admin('Mai');
    const sold = await shop.listing('Moon');
    await shop.buy(await shop.customer('Lan'), sold);
    const body = { ids: [sold.id], pricePercent: 10 };
    const said = async (page: object = {}) => {
      const removed = await shop.call('removeLogo', { token, query: { ground: 'light' }, ...page });
      const changed = await shop.call('changeProducts', { token, body, ...page });
      return [removed.body.message, ...changed.body.unchanged.map(({ message }) => message)];
    };
    expect(await said(vi)).toEqual(['Đã gỡ logo!', '“Moon” đã bán nên giá giữ nguyên.']);
    expect(await said()).toEqual(['Logo removed successfully!', "'Moon' is sold, so its price stays."]);
  });
});
