main.fx:10:22+5: error[hlsl/unsupported]: the specialisation constant `COUNT` in WGSL with a number above 65535 cannot be compiled by the embedded chain
main.fx:11:36+4: error[hlsl/unsupported]: the specialisation constant `WIDE` in a text with this type or value cannot be compiled by the embedded chain
