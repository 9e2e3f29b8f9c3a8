/**
 * Names of cities by their zone, where the name of the zone says another one: in the languages of the desk, and large cities that no zone
 * is named after. Case and accents don’t count.
 */
const names = `
Europe/Vienna Wien Vienne Viena Wenen ウィーン Graz Salzburg Linz Innsbruck
Europe/Zurich Zürich Zurigo Zurique チューリッヒ Bern Berne Berna Genf Genève Geneva Ginevra Genebra Basel Bâle Basilea Lausanne Luzern
Europe/Berlin ベルリン Berlino Berlim München Munich Múnich Monaco_di_Baviera Munique ミュンヘン Hamburg Hambourg Amburgo Hamburgo ハンブルク Köln Cologne Colonia Keulen Colônia ケルン Frankfurt Francfort Francoforte フランクフルト Stuttgart Leipzig Dresden Dresde Düsseldorf Nürnberg Nuremberg Bremen Hannover
Europe/London Londres Londra Londen ロンドン Manchester Birmingham Edinburgh Édimbourg Edimburgo Glasgow Liverpool Bristol Leeds Cardiff
Europe/Paris パリ Parigi Parijs Lyon Lione Marseille Marsiglia Marsella Toulouse Tolosa Bordeaux Nice Nizza Nantes Strasbourg Straßburg Estrasburgo Lille Rijsel
Europe/Rome Rom Roma ローマ Milano Mailand Milan Milán Milaan Milão ミラノ Napoli Neapel Naples Nápoles Torino Turin Turín Firenze Florenz Florence Florencia Florença フィレンツェ Venezia Venedig Venise Venecia Venetië Veneza ヴェネツィア Bologna Genova Palermo
Europe/Madrid マドリード Barcelona Barcelone Barcellona バルセロナ Valencia Sevilla Seville Séville Siviglia Bilbao Zaragoza Málaga
Europe/Lisbon Lissabon Lisbonne Lisboa Lisbona リスボン Porto Oporto
Europe/Amsterdam アムステルダム Rotterdam Den_Haag La_Haye La_Haya Utrecht Eindhoven Groningen
Europe/Brussels Brüssel Bruxelles Bruselas Brussel Bruxelas ブリュッセル Antwerpen Anvers Amberes Antwerp Gent Gand Liège Luik Brugge
Europe/Luxembourg Luxemburg Luxemburgo Lussemburgo
Europe/Copenhagen Kopenhagen Copenhague Copenaghen København コペンハーゲン Aarhus
Europe/Stockholm Estocolmo Stoccolma ストックホルム Göteborg Malmö
Europe/Oslo オスロ Bergen
Europe/Helsinki Helsínquia ヘルシンキ
Europe/Dublin Dublín Dublino ダブリン Cork
Europe/Prague Prag Praga Praag Praha プラハ Brno
Europe/Warsaw Warschau Varsovie Varsovia Varsavia Varsóvia Warszawa ワルシャワ Kraków Krakau Cracovie Danzig Gdańsk
Europe/Budapest Budapeste ブダペスト
Europe/Athens Athen Athènes Atenas Atene Athene アテネ Thessaloniki
Europe/Bucharest Bukarest Bucarest Boekarest București
Europe/Belgrade Belgrad Belgrado Beograd
Europe/Kyiv Kiew Kiev Kíev キーウ
Europe/Moscow Moskau Moscou Moscú Mosca Moskou モスクワ
Europe/Istanbul Estambul İstanbul イスタンブール Ankara
Atlantic/Reykjavik Reikiavik レイキャビク
Asia/Tokyo Tokio 東京 トーキョー Tóquio 大阪 Osaka Ôsaka 京都 Kyoto Kioto 名古屋 Nagoya 札幌 Sapporo 福岡 Fukuoka 横浜 Yokohama
Asia/Seoul Séoul Seúl Seul ソウル Busan
Asia/Shanghai Schanghai Xangai 上海 Peking Beijing Pékin Pechino Pequim 北京 Shenzhen
Asia/Hong_Kong Hongkong 香港
Asia/Taipei 台北
Asia/Singapore Singapur Singapour シンガポール
Asia/Bangkok バンコク
Asia/Kolkata Kalkutta Calcutta Mumbai Bombay Delhi Neu-Delhi New_Delhi Bangalore Chennai ムンバイ デリー
Asia/Dubai ドバイ Abu_Dhabi
Asia/Jerusalem Tel_Aviv Jérusalem Jerusalén Gerusalemme Jeruzalem エルサレム
Africa/Cairo Kairo Le_Caire El_Cairo Il_Cairo Caïro カイロ
Africa/Johannesburg Kapstadt Cape_Town Le_Cap Kaapstad
America/New_York Nueva_York Nova_York ニューヨーク Washington Boston Philadelphia Miami Atlanta
America/Chicago シカゴ Houston Dallas Austin New_Orleans
America/Denver Salt_Lake_City
America/Los_Angeles ロサンゼルス San_Francisco サンフランシスコ Seattle San_Diego Portland Las_Vegas
America/Toronto トロント Montreal Montréal Ottawa Québec
America/Vancouver バンクーバー
America/Mexico_City Mexiko-Stadt Ciudad_de_México Mexico Città_del_Messico Mexico-Stad Cidade_do_México メキシコシティ Guadalajara
America/Havana Havanna La_Habana La_Havane L'Avana Havana
America/Sao_Paulo São_Paulo サンパウロ Rio_de_Janeiro リオデジャネイロ Brasília Curitiba Porto_Alegre Belo_Horizonte
America/Bahia Salvador
America/Argentina/Buenos_Aires ブエノスアイレス Córdoba Rosario
America/Bogota Medellín Cali
America/Santiago Santiago_de_Chile Santiago_do_Chile
Australia/Sydney シドニー Canberra
Australia/Melbourne メルボルン
Pacific/Auckland オークランド Wellington
Pacific/Honolulu ホノルル Hawaii
`

/** The zone by the name that this browser has for it, which may be a former one; undefined if the browser doesn’t know the zone. */
function zoneOfBrowser(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The names of the cities of each zone that has other names than its own. */
export const citiesByZone: ReadonlyMap<string, readonly string[]> = new Map(
  names
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [named = '', ...cities] = line.split(' ')
      const zone = zoneOfBrowser(named)
      return zone === undefined ? [] : [[zone, cities.map((city) => city.replaceAll('_', ' '))] as const]
    }),
)
