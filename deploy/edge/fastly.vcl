# Verifies the addresses of films at Fastly, as media.js does in nginx. Written from Fastly's reference; it has not run there yet.
# Custom VCL of a service whose backend is the site. A private dictionary `media_edge` has the keys: `key`, and `previous` while the
# secret is being replaced. `fastly://…` in MEDIA_PURGE_URLS purges by the Surrogate-Key that servers send.

sub vcl_recv {
  declare local var.text STRING;
  declare local var.mac STRING;
  declare local var.expires INTEGER;
#FASTLY recv
  unset req.http.Cookie;
  unset req.http.Authorization;
  set req.url = req.url.path;
  if (req.url !~ "^/media/([0-9a-z]{1,10})-([0-9a-zH]{1,14})-([A-Za-z0-9_-]{21})[A-Za-z0-9_-]/([0-9]{1,10})f?(p?)/([a-z0-9][A-Za-z0-9_-]*/)+[A-Za-z0-9_-]+\.(m3u8|m4s|mp4)$") {
    error 403;
  }
  set req.http.Film-Mac = re.group.3;
  set var.expires = std.strtol(re.group.1, 36);
  set var.text = re.group.4 "|" re.group.2 "|" var.expires;
  if (re.group.5 == "" && re.group.2 != "p") {
    error 403;
  }
  # `now` has seconds, the expiry is in ms.
  if (std.atoi(strftime({"%s"}, now) "000") >= var.expires) {
    error 403;
  }
  # 21 characters are 126 bits of the MAC. Without a previous key nothing is compared with it.
  set var.mac = regsuball(regsuball(digest.hmac_sha256_base64(table.lookup(media_edge, "key"), var.text), "\+", "-"), "/", "_");
  if (req.http.Film-Mac != substr(var.mac, 0, 21)) {
    if (!table.contains(media_edge, "previous")) {
      error 403;
    }
    set var.mac = regsuball(regsuball(digest.hmac_sha256_base64(table.lookup(media_edge, "previous"), var.text), "\+", "-"), "/", "_");
    if (req.http.Film-Mac != substr(var.mac, 0, 21)) {
      error 403;
    }
  }
  unset req.http.Film-Mac;
  if (req.url ~ "\.m3u8$") {
    return(pass);
  }
  return(lookup);
}

# The address without its signature.
sub vcl_hash {
  set req.hash += regsub(req.url, "^/media/[^/]+/", "/media/");
  return(hash);
}

sub vcl_deliver {
#FASTLY deliver
  set resp.http.Access-Control-Allow-Origin = "*";
  unset resp.http.Cross-Origin-Resource-Policy;
  return(deliver);
}
