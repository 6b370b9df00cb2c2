import { COUNTRIES } from '@shop/contracts/countries';

/** The codes of two letters (ISO 3166-1; XK for Kosovo) of the countries of the checkout, in the order of that list. */
const CODES =
  'AF AL DZ AD AO AG AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BT BO BA BW BR BN BG BF BI CV KH CM CA CF TD CL CN CO KM CG CR HR CU CY CZ CD DK DJ DM DO EC EG SV GQ ER EE SZ ET FJ FI FR GA GM GE DE GH GR GD GT GN GW GY HT HN HU IS IN ID IR IQ IE IL IT CI JM JP JO KZ KE KI XK KW KG LA LV LB LS LR LY LI LT LU MG MW MY MV ML MT MH MR MU MX FM MD MC MN ME MA MZ MM NA NR NP NL NZ NI NE NG KP MK NO OM PK PW PS PA PG PY PE PH PL PT QA RO RU RW KN LC VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA KR SS ES LK SD SR SE CH SY TW TJ TZ TH TL TG TO TT TN TR TM TV UG UA AE GB US UY UZ VU VA VE VN YE ZM ZW'.split(
    ' ',
  );

const BY_NAME = new Map(COUNTRIES.map((name, index) => [name, CODES[index] ?? '']));
const BY_CODE = new Map(COUNTRIES.map((name, index) => [CODES[index] ?? '', name]));

/** "" for a country that the checkout does not offer. */
export const countryCode = (name: string): string => BY_NAME.get(name) ?? '';
/** The code itself for a country that the checkout does not offer. */
export const countryName = (code: string): string => BY_CODE.get(code) ?? code;
export const isCountryCode = (code: string): boolean => BY_CODE.has(code);

const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
/** The member states of the European Union. */
export const isInUnion = (code: string): boolean => UNION.includes(code);
