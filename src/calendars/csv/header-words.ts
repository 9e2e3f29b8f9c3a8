/** Common names for the columns of a table of events, in the languages of the service. The proposal of a mapping uses them. */

/** Our column → names in a plain form: lower case, without accents, words parted by `_`. */
export const headerSynonyms: Readonly<Record<string, string>> = {
  title:
    'title titel titulo titre titolo name naam nom nome nombre event events evento evenement veranstaltung veranstaltungstitel termin bezeichnung betreff asunto objet oggetto onderwerp assunto what was quoi タイトル イベント名 イベント 件名 名称',
  start_date:
    'start start_date startdate startdatum begin begins begindatum beginn beginnt anfang datum date day tag_der_veranstaltung von when wann fecha fecha_de_inicio inicio debut date_de_debut data data_inizio data_di_inizio inizio data_de_inicio starts 開始日 開始 日付 日時',
  start_time:
    'start_time starttime time zeit uhrzeit startzeit beginn_uhrzeit hora hora_de_inicio heure heure_de_debut ora ora_inizio tijd starttijd begintijd horario 時刻 開始時刻 時間',
  end_date:
    'end end_date enddate enddatum ende bis fin fecha_de_fin date_de_fin fine data_fine data_di_fine eind einde einddatum termino data_de_termino fim ends 終了日 終了',
  end_time:
    'end_time endtime endzeit hora_de_fin hora_de_termino heure_de_fin ora_fine eindtijd 終了時刻 終了時間',
  all_day: 'all_day allday ganztagig todo_el_dia toute_la_journee tutto_il_giorno hele_dag dia_inteiro 終日',
  venue:
    'venue ort veranstaltungsort place room raum saal where wo lugar lieu salle luogo sede sala locatie plaats zaal local 会場 場所',
  venue_address:
    'address adresse anschrift strasse street direccion calle rue indirizzo via adres straat endereco rua venue_address 住所',
  venue_city: 'city town stadt ciudad ville citta stad plaatsnaam cidade venue_city 市 市区町村',
  venue_zip: 'zip zip_code plz postleitzahl postcode postal_code codigo_postal code_postal cap cep 郵便番号',
  organizer:
    'organizer organiser host veranstalter organizador organisateur organizzatore organisator 主催者 主催',
  organizer_email: 'email e_mail mail organizer_email correo courriel メール メールアドレス',
  organizer_phone: 'phone telephone telefon telefono telefoon telefone tel 電話 電話番号',
  description:
    'description beschreibung text details inhalt descripcion descrizione descricao beschrijving omschrijving detalles detalhes dettagli 説明 詳細 内容',
  excerpt: 'excerpt summary kurztext zusammenfassung resumen resume riassunto samenvatting resumo 概要',
  cost: 'cost price prices preis preise eintritt kosten precio precios entrada prix tarif tarifs prezzo ingresso prijs toegang preco entry 料金 価格 入場料',
  website:
    'website url link web webseite homepage internet sitio_web pagina_web site site_web sito sito_web ウェブサイト リンク',
  categories:
    'category categories kategorie kategorien rubrik categoria categorias categorie カテゴリ カテゴリー 分類',
  tags: 'tags tag schlagwort schlagworter stichworte etiqueta etiquetas etiquette etiquettes mots_cles etichetta etichette trefwoord trefwoorden タグ',
  timezone:
    'timezone time_zone zeitzone zona_horaria fuseau_horaire fuso_orario tijdzone fuso_horario タイムゾーン',
  uid: 'uid id external_id',
  status: 'status',
}
